import { Command } from 'commander';
import { addSourceOptions } from '../source/sourceOptions';
import type { Job } from '../terminal/Io';
import { wholeNumber } from '../wholeNumber';
import { type CheckFlags, checkJob } from './checkJob';

export const checkCommand = (choose: (job: Job) => void): Command =>
  addSourceOptions(
    new Command('check').description('Reports, rule by rule, whether a service keeps the paging conventions.'),
  )
    .option('--ontology <rid>', 'check list (revision 1.0) in this ontology')
    .option('--api-family <name>', 'check search (revision 2.0) in this family')
    .option('--object-type <types...>', 'the object types to walk')
    .option('--max-pages <n>', 'stop a walk after so many pages', wholeNumber(2), 1_000)
    .option('--json', 'report as JSON')
    .action((flags: CheckFlags) => {
      choose(checkJob(flags));
    });
