//! A server as the rest of a process sees it: opened, run by one thread, asked and stopped by others.

use std::path::Path;
use std::sync::{Arc, Mutex};

use plimsoll_engine::content::may_spoil;
use plimsoll_storage::StackSpec;

use crate::content;
use crate::error::ServeError;
use crate::event_loop::EventLoop;
use crate::fuse::{self, MountedFolder};
use crate::listen::Listener;
use crate::mailbox::{Answer, Command, ServerSignals, Settings, lock};
use crate::model::Model;
use crate::request::ServeRequest;
use crate::statistics::Statistics;

/// See the module.
#[derive(Debug)]
pub struct Server {
    shared: Arc<ServerSignals>,
    /// Until it is run.
    waiting: Mutex<Option<Box<EventLoop>>>,
    /// Until it has run.
    mounted: Mutex<Option<MountedFolder>>,
    uris: Vec<String>,
}

impl Server {
    /// Reads the stack, opens the content and listens: from here on clients can connect, and wait until it is run.
    ///
    /// # Errors
    /// [`ServeError`]: the stack, a value, the content or the address is not one.
    pub fn open(request: &ServeRequest) -> Result<Server, ServeError> {
        let settings = request.resolve()?;
        let spec = StackSpec::from_toml_with(&request.stack_toml, &request.stack_name, &request.stack_parameters)?;
        let model = Model::new(&spec, settings.seed);
        let (contents, budget) = content::open(&settings.content, model.exports(), may_spoil(&spec))?;
        let tcp = request.listen.iter().map(|address| Listener::tcp(address));
        let unix = request.unix.iter().map(|path| Listener::unix(Path::new(path)));
        let listeners: Vec<Listener> = tcp.chain(unix).collect::<Result<_, _>>()?;
        let uris = listeners
            .iter()
            .flat_map(|listener| model.exports().iter().map(|export| listener.uri(&export.name)))
            .collect();
        let failed =
            |e| ServeError::io("make an event loop", e, "it needs Linux 5.11 or newer, and files to open (ulimit -n)");
        let shared = Arc::new(ServerSignals::new().map_err(failed)?);
        let (mounted, inside) = match &request.fuse {
            None => (None, Vec::new()),
            Some(folder) => {
                fuse::mount(Path::new(folder), model.exports()).map(|(mounted, ends)| (Some(mounted), ends))?
            }
        };
        // Nothing but the loop itself can fail from here on: a server that never came up leaves a fill what it is.
        contents.0.iter().try_for_each(content::Content::hand_over)?;
        let made = EventLoop::new(Arc::clone(&shared), listeners, settings, model, contents, budget);
        let mut made = made.map_err(failed)?;
        inside.into_iter().enumerate().for_each(|(volume, socket)| made.adopt(volume, socket));
        Ok(Server { shared, waiting: Mutex::new(Some(Box::new(made))), mounted: Mutex::new(mounted), uris })
    }

    /// Every volume at every address, as clients write it (`nbd://…`, `nbd+unix://…`): with the port that was really
    /// bound.
    pub fn uris(&self) -> &[String] {
        &self.uris
    }

    /// Serves until [`stop`](Server::stop), in the calling thread. Returns at once when it was run before.
    pub fn run(&self) {
        let Some(mut event_loop) = lock(&self.waiting).take() else { return };
        event_loop.run();
        let late = self.shared.end(event_loop.statistics());
        late.into_iter().for_each(|command| event_loop.answer(command));
        drop(lock(&self.mounted).take());
    }

    /// Whether [`run`](Server::run) has begun: later requests are answered.
    pub fn has_begun(&self) -> bool {
        lock(&self.waiting).is_none()
    }

    /// Stops: no new clients, ESHUTDOWN for new requests, and a while for operations in flight.
    pub fn stop(&self) {
        self.shared.stop();
    }

    /// Statistics so far; after its end, those of the end.
    pub fn statistics(&self) -> Statistics {
        if let Some(waiting) = &*lock(&self.waiting) {
            return waiting.statistics();
        }
        match self.shared.ask(Command::Statistics) {
            Answer::Given(statistics) => statistics,
            Answer::Ended(statistics) => *statistics,
        }
    }

    /// Changes an element of the stack while it works.
    ///
    /// # Errors
    /// In words: there is no such element or key, it cannot be changed, or the server has ended.
    pub fn switch(&self, element: &str, key: &str, value: &str) -> Result<(), String> {
        let (element, key, value) = (element.to_owned(), key.to_owned(), value.to_owned());
        if lock(&self.waiting).is_some() {
            return Err("the server is not running yet: write it into the stack, or start it".into());
        }
        match self.shared.ask(|to| Command::Switch { element, key, value, to }) {
            Answer::Given(answer) => answer,
            Answer::Ended(_) => Err("the server has ended".into()),
        }
    }

    /// The present settings of the stack that can change at run time.
    ///
    /// # Errors In words: it does not serve.
    pub fn settings(&self) -> Result<Settings, String> {
        if lock(&self.waiting).is_some() {
            return Err("the server is not running yet".into());
        }
        match self.shared.ask(Command::Settings) {
            Answer::Given(settings) => Ok(settings),
            Answer::Ended(_) => Err("the server has ended".into()),
        }
    }
}
