type Start = () => void;

interface Place {
  readonly start: Start;
  before: Place;
  after: Place;
}

/** First come, first served, and one may leave: joining, leaving and being the first cost the same in any line. */
export interface WaitingLine {
  readonly size: number;
  /** Gives the way to leave, which says whether one was still waiting. */
  readonly join: (start: Start) => () => boolean;
  /** Takes the first out of the line; asking an empty line is a mistake of the caller. */
  readonly first: () => Start;
}

export const waitingLine = (): WaitingLine => {
  let size = 0;
  // A ring: the end of the line stands before its beginning, and is nobody.
  const nobody = {} as Place;
  nobody.before = nobody.after = nobody;

  const remove = (place: Place): boolean => {
    if (place.after === place) return false;
    place.before.after = place.after;
    place.after.before = place.before;
    place.before = place.after = place;
    size -= 1;
    return true;
  };

  return {
    get size() {
      return size;
    },
    join: (start) => {
      const place: Place = { start, before: nobody.before, after: nobody };
      place.before.after = nobody.before = place;
      size += 1;
      return () => remove(place);
    },
    first: () => {
      const { after } = nobody;
      remove(after);
      return after.start;
    },
  };
};
