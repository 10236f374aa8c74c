//! Engines by name.

#[cfg(feature = "measure")]
use crate::engines::ENGINES;
use crate::kind::EngineKind;
#[cfg(not(feature = "measure"))]
use crate::kind::{EMULATED, NULL};

/// The engines that there are where nothing is measured: those of targets that are not touched.
#[cfg(not(feature = "measure"))]
pub static ENGINES: &[&EngineKind] = &[&NULL, &EMULATED];

/// The engine called `name`.
pub fn find(name: &str) -> Option<&'static EngineKind> {
    ENGINES.iter().find(|engine| engine.name == name).copied()
}
