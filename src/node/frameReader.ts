/** The bytes before each frame that say how long it is. */
export const prefixLength = 4;

/**
 * Finds frames in bytes that come in pieces: give it the next piece, and it returns every frame that this completes.
 *
 * Pieces are put together only once the frame that they belong to is whole, so that a frame of very many pieces costs no
 * more than its length.
 */
export const frameReader = (): ((piece: Buffer) => ReadonlyArray<Buffer>) => {
  let pieces: Array<Buffer> = [];
  let available = 0;
  let needed = prefixLength;

  return (piece) => {
    pieces.push(piece);
    available += piece.length;
    if (available < needed) return [];

    let bytes = pieces.length === 1 ? piece : Buffer.concat(pieces, available);
    const frames: Array<Buffer> = [];
    for (;;) {
      needed = bytes.length < prefixLength ? prefixLength : prefixLength + bytes.readUInt32LE();
      if (bytes.length < needed) break;
      frames.push(bytes.subarray(prefixLength, needed));
      bytes = bytes.subarray(needed);
    }
    pieces = [bytes];
    available = bytes.length;
    return frames;
  };
};
