//! Settings that can be changed while a stack runs, as they are: read before a change, so that it can be put back.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Stack;

/// Settings of an instance of an element.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ElementSettings {
    /// The instance: "policy", or with its scope "policy@vm2.data".
    pub name: String,
    /// The element's name in the stack file.
    pub element: String,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// The volumes whose requests come here, by number.
    pub volumes: Vec<u32>,
    /// Key and value, as they can be switched.
    pub settings: BTreeMap<String, String>,
}

impl Stack {
    /// Makes settings changeable at run time, with effect on waiting requests, too. Call it before anything else.
    pub fn be_live(&mut self) {
        self.nodes.iter_mut().for_each(|node| node.element.be_live());
        for place in &mut self.places {
            place.keeps_time = self.nodes[place.instance as usize].element.keeps_time();
        }
    }

    /// The settings of every instance that has any, from the clients to the data.
    pub fn settings(&self) -> Vec<ElementSettings> {
        let mut found = Vec::new();
        for (element, kind, instances) in &self.elements {
            for instance in instances {
                let settings = self.nodes[*instance as usize].element.settings();
                if settings.is_empty() {
                    continue;
                }
                let here = self.places.iter().filter(|place| place.instance == *instance).map(|place| place.volume);
                found.push(ElementSettings {
                    name: self.beside[*instance as usize].name.clone(),
                    element: element.clone(),
                    kind: (*kind).to_owned(),
                    volumes: here.collect::<BTreeSet<u32>>().into_iter().collect(),
                    settings: settings.into_iter().collect(),
                });
            }
        }
        found
    }
}
