/** Starts the tasks in their order, two at a time; each promise settles as its task does. */
export const twoAtATime = <A>(
  tasks: ReadonlyArray<() => Promise<A>>,
): ReadonlyArray<Promise<A>> => {
  const started: Array<Promise<A>> = [];
  for (const [index, task] of tasks.entries()) {
    const earlier = started
      .slice(0, Math.max(0, index - 1))
      .map((promise) => promise.catch(() => undefined));
    started.push(Promise.all(earlier).then(task));
  }
  return started;
};
