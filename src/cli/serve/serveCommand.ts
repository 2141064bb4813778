import { Command, Option } from 'commander';
import { addTokenOptions } from '../source/sourceOptions';
import type { Job } from '../terminal/Io';
import { wholeNumber } from '../wholeNumber';
import { rateLimit } from './rateLimit';
import { type ServeFlags, serveJob } from './serveJob';

export const serveCommand = (choose: (job: Job) => void): Command =>
  addTokenOptions(
    new Command('serve')
      .description('Runs the reference service, on demo data or on objects of your own, until it is stopped.')
      .option('--data <files...>', 'objects, one in a line; a file is named after their type (employee.ndjson)')
      .option('--port <n>', 'the port to listen on (default: a free one)', wholeNumber(0, 65_535)),
  )
    .option('--ontology <rid>', 'the ontology that holds the objects')
    .option('--api-family <name>', 'the family of search endpoints')
    .addOption(new Option('--protect-list', 'demand the token from list too (default with --data)').conflicts('open'))
    .option('--open', 'let list go without the token, with --data too')
    .option('--cors <origins...>', 'origins of web pages that may read answers, such as http://localhost:4200')
    .option('--max-page-size <n>', 'the most objects in a page (default: 100)', wholeNumber(1))
    .option('--page-size-drift <n>', 'objects more, or fewer, than asked for', wholeNumber(Number.MIN_SAFE_INTEGER))
    .addOption(
      new Option('--last-page <mark>', 'how revision 1.0 marks its last page').choices(['null', 'absent', 'mixed']),
    )
    .option('--total-count', 'say in each page how many objects there are')
    .option('--token-lifetime <ms>', 'how long a page token is good (default: 60000)', wholeNumber(0))
    .option('--snapshot-lifetime <ms>', 'how long a snapshot is kept (default: 600000)', wholeNumber(0))
    .option('--limit <n>', 'the most objects that a list walk hands out (default: 10000)', wholeNumber(1))
    .option('--search-limit <n>', 'the most objects that a search walk hands out (default: no limit)', wholeNumber(1))
    .option(
      '--rate-limit <n/min>',
      'requests at once[/in a minute] of one credential; more are answered 429',
      rateLimit,
    )
    .option('--fault <faults...>', 'a way to misbehave, NAME[:key=value,…], such as throttle:every=5,retryAfter=1')
    .option('--seed <n>', 'make random faults and error ids repeatable', wholeNumber(Number.MIN_SAFE_INTEGER))
    .action((flags: ServeFlags) => {
      choose(serveJob(flags));
    });
