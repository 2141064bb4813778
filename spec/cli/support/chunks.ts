/** A text in pieces of so many characters, as a file may come. */
export async function* chunksOf(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) {
    await Promise.resolve();
    yield text.slice(at, at + size);
  }
}

/** All that comes. */
export const collected = async <A>(values: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = [];
  for await (const value of values) all.push(value);
  return all;
};
