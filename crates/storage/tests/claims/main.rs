//! Claims about the model, one file per element or question. One binary: each would be linked for half a minute
//! otherwise.

mod common;

mod bounds;
mod caches;
mod contract;
mod controllers;
mod devices;
mod errors;
mod examples;
mod faults;
mod invariants;
mod limits;
mod links;
mod live_limits;
mod mirrors;
mod networks;
mod parameters;
mod paths;
mod pictures;
mod queueing;
mod queues;
mod raids;
mod shares;
mod stripes;
mod survival;
mod tiers;
