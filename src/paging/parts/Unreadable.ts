/** What a source gives where something is there that it cannot read. */
export class Unreadable {
  constructor(readonly problem: string) {}
}
