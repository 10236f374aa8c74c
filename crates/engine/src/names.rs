//! Engines by name.

#[cfg(feature = "measure")]
use crate::engines::ENGINES;
#[cfg(not(feature = "measure"))]
use crate::kind::EMULATED;
use crate::kind::EngineKind;

/// The engines that there are where nothing is measured: that of the model.
#[cfg(not(feature = "measure"))]
pub static ENGINES: &[&EngineKind] = &[&EMULATED];

/// The engine called `name`.
pub fn find(name: &str) -> Option<&'static EngineKind> {
    ENGINES.iter().find(|engine| engine.name == name).copied()
}
