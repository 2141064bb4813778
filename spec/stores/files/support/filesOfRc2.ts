/** The files of a walk, as version 1.0.0-rc.2 has written them, by their names. */
export interface FilesOfRc2 {
  readonly files: Readonly<Record<string, string>>;
  /** The run that its pages were worked on with. */
  readonly run: string;
}

/** Two parts of three pages: one is done, and the other has kept its first page. `finish` was given. */
export const partsOfRc2: FilesOfRc2 = {
  files: {
    'walk-7a6c4fac6c5cd7209ee2eecd9d6ad367.run':
      'ce412bbc-11f7-4986-b8e5-90ba068faf0b\n["a","b"]\n',
    'walk-7a6c4fac6c5cd7209ee2eecd9d6ad367.unfinished': 'ce412bbc-11f7-4986-b8e5-90ba068faf0b',
    'walk_a-cfb81c817646ed15b360ce8c2f1ae84e.1.place':
      'pagewalk 1 "walk\\u0000a"\nby "host 1"\nnone\npagewalk1.ubnrp9-ngfnmd.W1sxLDEsMSxmYWxzZV0sIjEiLFtbImVuZHBvaW50IG9yIHBhdGgiLCIxYnc5MndjLXZxeDVhcyJdLFsib250b2xvZ3lSaWQiLCIxc3h1NGRhLTE2YWkxaHEiXSxbIm9iamVjdFR5cGUiLCIxeTdta2pyLTExem9kOGYiXSxbInBhZ2VTaXplIiwienRudGZwLXp0bnRmcCJdLFsic25hcHNob3QiLCJ6dG50ZnAtenRudGZwIl1dLG51bGxd\npagewalk1.1u6s2cy-10b6qj6.W1syLDIsMSxmYWxzZV0sIjIiLFtbImVuZHBvaW50IG9yIHBhdGgiLCIxYnc5MndjLXZxeDVhcyJdLFsib250b2xvZ3lSaWQiLCIxc3h1NGRhLTE2YWkxaHEiXSxbIm9iamVjdFR5cGUiLCIxeTdta2pyLTExem9kOGYiXSxbInBhZ2VTaXplIiwienRudGZwLXp0bnRmcCJdLFsic25hcHNob3QiLCJ6dG50ZnAtenRudGZwIl1dLG51bGxd\npagewalk1.cgixib-177n8wb.W1szLDMsMSx0cnVlXSxudWxsLFtbImVuZHBvaW50IG9yIHBhdGgiLCIxYnc5MndjLXZxeDVhcyJdLFsib250b2xvZ3lSaWQiLCIxc3h1NGRhLTE2YWkxaHEiXSxbIm9iamVjdFR5cGUiLCIxeTdta2pyLTExem9kOGYiXSxbInBhZ2VTaXplIiwienRudGZwLXp0bnRmcCJdLFsic25hcHNob3QiLCJ6dG50ZnAtenRudGZwIl1dLG51bGxd\n',
    'walk_a-cfb81c817646ed15b360ce8c2f1ae84e.claims':
      'pagewalk 1 "walk\\u0000a"\n9a326fa5-26fb-4464-a16e-9d88a42b8cde\n',
    'walk_b-861333bad7cc38541fc14b5671b2120b.1.place':
      'pagewalk 1 "walk\\u0000b"\nby "host 1"\nnone\npagewalk1.ubnrp9-ngfnmd.W1sxLDEsMSxmYWxzZV0sIjEiLFtbImVuZHBvaW50IG9yIHBhdGgiLCIxYnc5MndjLXZxeDVhcyJdLFsib250b2xvZ3lSaWQiLCIxc3h1NGRhLTE2YWkxaHEiXSxbIm9iamVjdFR5cGUiLCIxeTdta2pyLTExem9kOGYiXSxbInBhZ2VTaXplIiwienRudGZwLXp0bnRmcCJdLFsic25hcHNob3QiLCJ6dG50ZnAtenRudGZwIl1dLG51bGxd\n',
    'walk_b-861333bad7cc38541fc14b5671b2120b.claims':
      'pagewalk 1 "walk\\u0000b"\n98059263-235a-4492-ac2b-6369bf5557f9\n',
  },
  run: 'ce412bbc-11f7-4986-b8e5-90ba068faf0b',
};

/** A walk of three pages that is done, and whose `finish` has thrown. */
export const unfinishedOfRc2: FilesOfRc2 = {
  files: {
    'walk-7a6c4fac6c5cd7209ee2eecd9d6ad367.1.place':
      'pagewalk 1 "walk"\nby "host 1"\nnone\npagewalk1.ubnrp9-ngfnmd.W1sxLDEsMSxmYWxzZV0sIjEiLFtbImVuZHBvaW50IG9yIHBhdGgiLCIxYnc5MndjLXZxeDVhcyJdLFsib250b2xvZ3lSaWQiLCIxc3h1NGRhLTE2YWkxaHEiXSxbIm9iamVjdFR5cGUiLCIxeTdta2pyLTExem9kOGYiXSxbInBhZ2VTaXplIiwienRudGZwLXp0bnRmcCJdLFsic25hcHNob3QiLCJ6dG50ZnAtenRudGZwIl1dLG51bGxd\npagewalk1.1u6s2cy-10b6qj6.W1syLDIsMSxmYWxzZV0sIjIiLFtbImVuZHBvaW50IG9yIHBhdGgiLCIxYnc5MndjLXZxeDVhcyJdLFsib250b2xvZ3lSaWQiLCIxc3h1NGRhLTE2YWkxaHEiXSxbIm9iamVjdFR5cGUiLCIxeTdta2pyLTExem9kOGYiXSxbInBhZ2VTaXplIiwienRudGZwLXp0bnRmcCJdLFsic25hcHNob3QiLCJ6dG50ZnAtenRudGZwIl1dLG51bGxd\npagewalk1.cgixib-177n8wb.W1szLDMsMSx0cnVlXSxudWxsLFtbImVuZHBvaW50IG9yIHBhdGgiLCIxYnc5MndjLXZxeDVhcyJdLFsib250b2xvZ3lSaWQiLCIxc3h1NGRhLTE2YWkxaHEiXSxbIm9iamVjdFR5cGUiLCIxeTdta2pyLTExem9kOGYiXSxbInBhZ2VTaXplIiwienRudGZwLXp0bnRmcCJdLFsic25hcHNob3QiLCJ6dG50ZnAtenRudGZwIl1dLG51bGxd\n',
    'walk-7a6c4fac6c5cd7209ee2eecd9d6ad367.claims':
      'pagewalk 1 "walk"\n441640d8-25ea-442c-8407-d96f41a415d9\n',
    'walk-7a6c4fac6c5cd7209ee2eecd9d6ad367.run': 'ea735057-10ae-403d-a7e5-98dffcbee65f\n',
    'walk-7a6c4fac6c5cd7209ee2eecd9d6ad367.unfinished': 'ea735057-10ae-403d-a7e5-98dffcbee65f',
  },
  run: 'ea735057-10ae-403d-a7e5-98dffcbee65f',
};

/** The second run with a mark, in which two of three pages are kept. */
export const markOfRc2: FilesOfRc2 = {
  files: {
    'walk-7a6c4fac6c5cd7209ee2eecd9d6ad367.2.place':
      'pagewalk 1 "walk"\nby "host 1"\npagewalk1.1wint0h-180dk41.eyJjb250ZW50cyI6W1szLDMsMSx0cnVlXSxudWxsLFtbImVuZHBvaW50IG9yIHBhdGgiLCIxYnc5MndjLXZxeDVhcyJdLFsib250b2xvZ3lSaWQiLCIxc3h1NGRhLTE2YWkxaHEiXSxbIm9iamVjdFR5cGUiLCIxeTdta2pyLTExem9kOGYiXSxbInBhZ2VTaXplIiwienRudGZwLXp0bnRmcCJdLFsic25hcHNob3QiLCJ6dG50ZnAtenRudGZwIl1dLG51bGxdLCJtYXJrcyI6WyJjZTY3MmNiYS1mM2NlLTRiYjQtOWJkNS1kNWM0Y2EwYmQ3NGUgMC41OTgwMjU0OTM4NTM5Nzg2IiwyXX0=\npagewalk1.15omoej-zb6hcr.eyJjb250ZW50cyI6W1sxLDEsMSxmYWxzZV0sIjEiLFtbImVuZHBvaW50IG9yIHBhdGgiLCIxYnc5MndjLXZxeDVhcyJdLFsib250b2xvZ3lSaWQiLCIxc3h1NGRhLTE2YWkxaHEiXSxbIm9iamVjdFR5cGUiLCIxeTdta2pyLTExem9kOGYiXSxbInBhZ2VTaXplIiwienRudGZwLXp0bnRmcCJdLFsic25hcHNob3QiLCJ6dG50ZnAtenRudGZwIl1dLG51bGxdLCJtYXJrcyI6WyJjZTY3MmNiYS1mM2NlLTRiYjQtOWJkNS1kNWM0Y2EwYmQ3NGUgMC4yNDAzNzE3NTcxNjgwMzg4MiIsMiwwLG51bGwsMiwwLG51bGxdfQ==\npagewalk1.klt0ub-1f07ui3.eyJjb250ZW50cyI6W1syLDIsMSxmYWxzZV0sIjIiLFtbImVuZHBvaW50IG9yIHBhdGgiLCIxYnc5MndjLXZxeDVhcyJdLFsib250b2xvZ3lSaWQiLCIxc3h1NGRhLTE2YWkxaHEiXSxbIm9iamVjdFR5cGUiLCIxeTdta2pyLTExem9kOGYiXSxbInBhZ2VTaXplIiwienRudGZwLXp0bnRmcCJdLFsic25hcHNob3QiLCJ6dG50ZnAtenRudGZwIl1dLG51bGxdLCJtYXJrcyI6WyJjZTY3MmNiYS1mM2NlLTRiYjQtOWJkNS1kNWM0Y2EwYmQ3NGUgMC4yNDAzNzE3NTcxNjgwMzg4MiIsMiwwLG51bGwsMiwxLDFdfQ==\n',
    'walk-7a6c4fac6c5cd7209ee2eecd9d6ad367.claims':
      'pagewalk 1 "walk"\n09fc30ae-2c6d-40db-bd60-278605173add\n9ab7b76d-f4aa-411c-8766-483315e4aae1\n',
    'walk-7a6c4fac6c5cd7209ee2eecd9d6ad367.run': 'ce672cba-f3ce-4bb4-9bd5-d5c4ca0bd74e\n',
  },
  run: '',
};
