/** How long a slow service takes for a page. */
const slowMs = 2_000;

/** What each fault is to the reference service; `unauthorized` is the gateway's own and needs nothing there. */
const served = {
  expire: { type: 'expire-token', ms: 0 },
  reset: { type: 'reset-during', every: 1 },
  slow: { type: 'delay', every: 1, ms: slowMs },
  down: { type: 'unavailable', every: 1 },
};

/** Faults that are over as soon as they have struck; the others stay until they are taken back. */
const strikesOnce = new Set(['expire', 'reset']);

/** The faults of the example: which of them are at work in the reference service. */
export const faultsOf = (setFaults) => {
  const atWork = new Set();
  const apply = () => setFaults([...atWork].map((name) => served[name]));
  const remove = (name) => {
    if (atWork.delete(name)) apply();
  };
  return {
    has: (name) => Object.hasOwn(served, name),
    list: () => [...atWork],
    set: (name, isOn) => {
      if (isOn) atWork.add(name);
      else atWork.delete(name);
      apply();
    },
    /** Told of a fault that was seen to strike, before the client can send its next request. */
    struck: (name) => {
      if (strikesOnce.has(name)) remove(name);
    },
    clear: () => {
      atWork.clear();
      apply();
    },
  };
};
