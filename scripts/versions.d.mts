/** The table of the versions that the nightly commands run, as CONTRIBUTING.md has it. */
export function table(): string;
