/** The milliseconds that a timer can wait: `setTimeout` takes 31 bits and fires at once above them. */
export const maxTimer = 2 ** 31 - 1;
