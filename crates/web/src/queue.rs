//! A queue that is fair between clients, however much one of them asks.

use std::collections::VecDeque;

use crate::client::ClientId;

/// Questions that wait, by client. The next one is that of the client with the fewest searches
/// running, among equals of the one that was served longest ago; of one client the oldest.
#[derive(Debug)]
pub(crate) struct FairQueue<T> {
    /// Clients with something waiting; whoever is served goes to the back.
    clients: VecDeque<Waiting<T>>,
}

#[derive(Debug)]
struct Waiting<T> {
    client: ClientId,
    items: VecDeque<T>,
}

impl<T> Default for FairQueue<T> {
    fn default() -> FairQueue<T> {
        FairQueue { clients: VecDeque::new() }
    }
}

impl<T> FairQueue<T> {
    pub(crate) fn len(&self) -> usize {
        self.clients.iter().map(|waiting| waiting.items.len()).sum()
    }

    /// Every client with something waiting, and how much.
    pub(crate) fn clients(&self) -> impl Iterator<Item = (ClientId, usize)> {
        self.clients.iter().map(|waiting| (waiting.client, waiting.items.len()))
    }

    pub(crate) fn push(&mut self, client: ClientId, item: T) {
        match self.clients.iter_mut().find(|waiting| waiting.client == client) {
            Some(waiting) => waiting.items.push_back(item),
            None => self.clients.push_back(Waiting { client, items: [item].into() }),
        }
    }

    /// Takes the next one. `running` says how many searches of a client run.
    pub(crate) fn pop(&mut self, running: impl Fn(ClientId) -> usize) -> Option<(ClientId, T)> {
        let next = (0..self.clients.len()).min_by_key(|&at| running(self.clients[at].client))?;
        let mut waiting = self.clients.remove(next)?;
        let (client, item) = (waiting.client, waiting.items.pop_front()?);
        if !waiting.items.is_empty() {
            self.clients.push_back(waiting);
        }
        Some((client, item))
    }

    /// Keeps those of which this is true; says whether any went.
    pub(crate) fn retain(&mut self, keep: impl Fn(&T) -> bool) -> bool {
        let before = self.len();
        self.clients.iter_mut().for_each(|waiting| waiting.items.retain(&keep));
        self.clients.retain(|waiting| !waiting.items.is_empty());
        self.len() != before
    }

    /// All in the order in which they would be taken if no search ended before.
    pub(crate) fn in_order(&mut self, running: impl Fn(ClientId) -> usize) -> Vec<&mut T> {
        let mut order: Vec<(usize, &mut T)> = Vec::new();
        for waiting in &mut self.clients {
            let running = running(waiting.client);
            order.extend(
                waiting.items.iter_mut().enumerate().map(|(at, item)| (running + at, item)),
            );
        }
        // The sort is stable: equals stay in the order of the clients.
        order.sort_by_key(|(before, _)| *before);
        order.into_iter().map(|(_, item)| item).collect()
    }

    pub(crate) fn clear(&mut self) {
        self.clients.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(number: u32) -> ClientId {
        ClientId::new(std::net::IpAddr::V4(number.into()))
    }

    /// Pops everything, one search at a time.
    fn drain(queue: &mut FairQueue<&'static str>) -> Vec<&'static str> {
        std::iter::from_fn(|| queue.pop(|_| 0)).map(|(_, item)| item).collect()
    }

    #[test]
    fn clients_take_turns() {
        let mut queue = FairQueue::default();
        for item in ["a1", "a2", "a3", "a4"] {
            queue.push(client(1), item);
        }
        queue.push(client(2), "b1");
        queue.push(client(3), "c1");
        queue.push(client(3), "c2");
        let order: Vec<_> = queue.in_order(|_| 0).into_iter().map(|item| *item).collect();
        assert_eq!(order, ["a1", "b1", "c1", "a2", "c2", "a3", "a4"]);
        assert_eq!(drain(&mut queue), order);
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn whoever_has_fewer_searches_running_comes_first() {
        let mut queue = FairQueue::default();
        queue.push(client(1), "a1");
        queue.push(client(2), "b1");
        queue.push(client(2), "b2");
        let running = |id| usize::from(id == client(1));
        let order: Vec<_> = queue.in_order(running).into_iter().map(|item| *item).collect();
        assert_eq!(order, ["b1", "a1", "b2"]);
        assert_eq!(queue.pop(running), Some((client(2), "b1")));
    }

    #[test]
    fn what_is_given_up_leaves_the_queue() {
        let mut queue = FairQueue::default();
        queue.push(client(1), "a1");
        queue.push(client(2), "b1");
        assert!(queue.retain(|item| *item != "a1"));
        assert!(!queue.retain(|item| *item != "a1"));
        assert_eq!(queue.clients().collect::<Vec<_>>(), [(client(2), 1)]);
        assert_eq!(drain(&mut queue), ["b1"]);
    }
}
