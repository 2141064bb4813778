/** The bytes that pages take together while they wait for their turn. */
const maxWaiting = 100 * 1024 * 1024;

/** How much room there is for pages that are asked for before their turn. Their sizes are those of their texts. */
export const roomAhead = (readAhead: number, maxBytes: number) => {
  const room = Math.min(maxWaiting, maxBytes);
  let largest = 0;
  return {
    room,
    isWide: readAhead > 1,
    /** How many pages may be asked for: as many as have room if each is as large as the largest up to now. Page 1 is asked for alone. */
    depth: (): number =>
      largest === 0 ? 1 : Math.min(readAhead, Math.max(1, Math.floor(room / largest))),
    came: (size: number): void => {
      largest = Math.max(largest, size);
    },
  };
};

export type RoomAhead = ReturnType<typeof roomAhead>;
