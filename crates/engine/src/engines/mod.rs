//! Every engine: one file each, with its [`EngineKind`], and the one list of them.
//!
//! A Run sees an engine's kind only; each engine's file has its way of opening. No code elsewhere names one.

mod call;
mod emulation;
mod idle;
mod opening;

use crate::Engine;

pub use crate::kind::{Blocking, Drives, EngineKind, EngineOption, ONE_PER_CALL, Takes};
pub use opening::{EngineTarget, OpenError, Opening};

/// Code that works with an engine of any kind and is compiled for each: an issue loop has a concrete engine.
pub trait EngineVisitor {
    /// Its result.
    type Output;

    /// Works with the engine.
    fn visit<E: Engine>(self, engine: &mut E) -> Self::Output;
}

/// From one list: the modules, [`ENGINES`], and an engine of any kind.
macro_rules! engines {
    ($($module:ident: $engine:ident,)*) => {
        $(pub mod $module;)*

        /// Every engine, in the order in which they are listed.
        pub static ENGINES: &[&EngineKind] = &[$(&$module::KIND,)*];

        /// An engine of any kind.
        #[derive(Debug)]
        #[allow(missing_docs)]
        pub enum AnyEngine {
            $($engine(Box<$module::$engine>),)*
        }

        impl AnyEngine {
            /// Opens an engine of this kind.
            ///
            /// # Errors
            /// [`OpenError`]: the system or a server refuses, or it drives no such target.
            pub fn open(kind: &EngineKind, opening: Opening<'_>) -> Result<AnyEngine, OpenError> {
                match kind.name {
                    $(name if name == $module::KIND.name => {
                        $module::$engine::open(opening).map(|engine| AnyEngine::$engine(Box::new(engine)))
                    })*
                    name => unreachable!("{name} is in no list of engines"),
                }
            }

            /// Lets the visitor work with the engine that it is.
            pub fn accept<V: EngineVisitor>(&mut self, visitor: V) -> V::Output {
                match self {
                    $(AnyEngine::$engine(engine) => visitor.visit(&mut **engine),)*
                }
            }

            /// [`Engine::notes`].
            pub fn notes(&self) -> Vec<String> {
                match self {
                    $(AnyEngine::$engine(engine) => engine.notes(),)*
                }
            }

            /// The engine as a trait object, whose calls are not compiled for its kind.
            pub fn into_dyn(self) -> Box<dyn Engine> {
                match self {
                    $(AnyEngine::$engine(engine) => engine,)*
                }
            }
        }
    };
}

engines! {
    io_uring: Uring,
    libaio: Libaio,
    psync: Psync,
    nbd: Nbd,
    null: Null,
    emulated: Emulated,
}
