//! The fate of the data of a request, as a mark that travels with it.

use crate::element::{DataFault, PartFault};

/// To the request as a whole, or to what one member holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mark {
    Whole(DataFault),
    Part(PartFault),
}
