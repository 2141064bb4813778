import type { Place } from '../../../src/model/place/Place';

declare const place: Place;
declare const resume: (from: Place) => void;

resume(place);

// @ts-expect-error A literal is not a place: it holds no page token.
resume({ pages: 1, objects: 2, round: 1, isLast: false });

// @ts-expect-error A copy of a place is not a place either.
resume({ ...place });
