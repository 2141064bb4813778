/** A value that alone fills a block of the disk queue, so that what comes after it has to go to the disk. */
export interface Large {
  readonly id: number;
  readonly text: string;
}

export const large = (id: number): Large => ({ id, text: 'x'.repeat(70_000) });
