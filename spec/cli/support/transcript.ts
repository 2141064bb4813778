import fs from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as bodyOf } from 'node:stream/consumers';
import {
  type Fault,
  type Properties,
  type Service,
  type ServiceOptions,
  startService,
} from '../../../src/service';
import { runCommand } from './runCommand';

/** A scenario of a transcript: its title, and what happens in it, each with the lines that it printed. */
export interface Scenario {
  readonly title: string;
  readonly steps: ReadonlyArray<{ readonly line: string; readonly printed: ReadonlyArray<string> }>;
}

const isPrinted = (line: string): boolean => /^[>!=]( |$)/.test(line);

/** Reads a transcript: `# title`, steps, and below each of them what it printed (`>` out, `!` error, `=` exit code). */
export const readTranscript = (text: string): ReadonlyArray<Scenario> =>
  text
    .split(/^# /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('//'));
      const steps: Array<{ line: string; printed: Array<string> }> = [];
      for (const line of lines) {
        if (isPrinted(line)) steps.at(-1)?.printed.push(line);
        else steps.push({ line, printed: [] });
      }
      return { title, steps };
    });

export const writeTranscript = (scenarios: ReadonlyArray<Scenario>): string =>
  scenarios
    .map(({ title, steps }) =>
      [`# ${title}`, ...steps.flatMap(({ line, printed }) => [line, ...printed]), ''].join('\n'),
    )
    .join('\n');

/** The words of a command, as a shell reads them. */
const wordsOf = (line: string): ReadonlyArray<string> =>
  Array.from(line.matchAll(/(?:'[^']*'|\\.|[^\s'])+/g), ([word]) =>
    word.replace(
      /'([^']*)'|\\(.)/g,
      (_, quoted?: string, escaped?: string) => quoted ?? escaped ?? '',
    ),
  );

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const badges = Array.from({ length: 25 }, (_, id) => ({ id, name: `no. ${id}` }));

/** Runs the steps of a scenario, each in the state that the ones before it have left. */
export class Stage {
  private service: Service | undefined;
  private server: Server | undefined;
  private requests = 0;
  private env: Readonly<Record<string, string>> = {};
  private columns: number | undefined;
  private readonly umask = process.umask(0o022);
  private readonly asked: Array<string> = [];
  private readonly answers = new Map<string, Array<Answer>>();

  constructor(private readonly directory: string) {}

  async close(): Promise<void> {
    process.umask(this.umask);
    await this.service?.close();
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve) ?? resolve(undefined));
  }

  /** What a step prints, without what differs from run to run. */
  async run(line: string): Promise<ReadonlyArray<string>> {
    const [name = ''] = line.split(' ', 1);
    const rest = line.slice(name.length + 1).replaceAll('@/', `${this.directory}/`);
    const step = this.steps[name];
    if (step === undefined) throw new Error(`no such step: ${line}`);
    const printed = await step(rest);
    return Array.isArray(printed) ? printed.map((text) => this.settled(String(text))) : [];
  }

  private get url(): string {
    const address = this.server?.address() as AddressInfo | undefined;
    return this.service?.url ?? (address ? `http://127.0.0.1:${address.port}` : 'URL');
  }

  private wordsIn(line: string): ReadonlyArray<string> {
    return wordsOf(
      line.replaceAll('URL', this.url).replace(/=TOKEN\b/g, `=${this.service?.token ?? ''}`),
    );
  }

  private settled(text: string): string {
    return text
      .replaceAll(fs.realpathSync(this.directory), '@')
      .replaceAll(this.directory, '@')
      .replaceAll(this.url, 'URL')
      .replace(/\d+(\.\d+)? m?s, [\d,–]+ objects\/s/g, 'N ms, N objects/s')
      .replace(/\.\d+\.[0-9a-f]{6}\.lock/g, '.N.X.lock')
      .replace(/\.[0-9a-f]{6}\.part/g, '.X.part')
      .replace(/process \d+/g, 'process N')
      .replace(/(cannot read back what was written: ).*/, '$1…')
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'UUID')
      .trimEnd();
  }

  private readonly answer = async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const target = request.url ?? '';
    const body = await bodyOf(request);
    const given = ['x-api-key', 'x-row', 'authorization', 'content-type'].flatMap((name) =>
      request.headers[name] === undefined ? [] : [`${name}: ${String(request.headers[name])}`],
    );
    this.asked.push(
      [request.method, target, body, ...given].filter((part) => part !== '').join(' '),
    );
    this.requests += 1;
    const queue = this.answers.get(target) ?? this.answers.get('*') ?? [{ status: 404 }];
    const {
      status = 200,
      headers = {},
      body: said = '',
    } = (queue.length > 1 ? queue.shift() : queue[0]) ?? {};
    response.writeHead(status, headers).end(typeof said === 'string' ? said : JSON.stringify(said));
  };

  private async answerTo(target: string, answer: Answer): Promise<void> {
    if (this.server === undefined) {
      this.server = createServer((request, response) => void this.answer(request, response));
      await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve));
    }
    this.answers.set(target, [...(this.answers.get(target) ?? []), answer]);
  }

  private async command(line: string): Promise<ReadonlyArray<string>> {
    const [, command = '', filter] = /^(.*?)(?: \| (count|last|first))?$/.exec(line) ?? [];
    const { env, columns } = this;
    const { code, stdout, stderr } = await runCommand(this.wordsIn(command), {
      env,
      ...(columns !== undefined && { columns }),
    });
    const all = stdout.split('\n').slice(0, stdout.endsWith('\n') ? -1 : undefined);
    const filters: Readonly<Record<string, ReadonlyArray<string>>> = {
      count: [`${all.length} lines`],
      first: all.slice(0, 1),
      last: all.slice(-1),
    };
    const out = stdout === '' ? [] : (filters[filter ?? ''] ?? all);
    return [
      ...out.map((printed) => `> ${printed.replaceAll('\r', '\\r').replaceAll('\x1b', '\\e')}`),
      ...stderr.split('\n').flatMap((printed) => (printed === '' ? [] : [`! ${printed}`])),
      ...(code === 0 ? [] : [`= ${code}`]),
    ];
  }

  private readonly steps: Readonly<Record<string, (rest: string) => unknown>> = {
    $: (rest) => this.command(rest),
    service: async (rest) => {
      const onRequest = (): void => void (this.requests += 1);
      const given = JSON.parse(rest || '{}') as ServiceOptions;
      this.service = await startService({
        objects: { badge: badges },
        maxPageSize: 5,
        seed: 1,
        onRequest,
        ...given,
      });
    },
    faults: (rest) => this.service?.setFaults(JSON.parse(rest) as ReadonlyArray<Fault>),
    insert: (rest) => this.service?.store.insert('badge', JSON.parse(rest) as Properties),
    update: (rest) => {
      const [at = '', ...json] = rest.split(' ');
      this.service?.store.update(
        'badge',
        Number(at),
        () => JSON.parse(json.join(' ')) as Properties,
      );
    },
    delete: (rest) => void this.service?.store.delete('badge', Number(rest)),
    answer: (rest) => {
      const [target = ''] = rest.split(' ', 1);
      return this.answerTo(target, { body: rest.slice(target.length + 1) });
    },
    respond: (rest) => {
      const [target = ''] = rest.split(' ', 1);
      return this.answerTo(target, JSON.parse(rest.slice(target.length + 1)) as Answer);
    },
    fresh: () => {
      this.answers.clear();
    },
    asked: () => this.asked.splice(0).map((one) => `> ${one}`),
    requests: () => {
      const { requests } = this;
      this.requests = 0;
      return [`> ${requests}`];
    },
    env: (rest) => {
      this.env = Object.fromEntries(
        this.wordsIn(rest).map((word) => word.split('=') as [string, string]),
      );
    },
    tty: (rest) => {
      this.columns = rest === '' ? undefined : Number(rest);
    },
    ls: () =>
      fs
        .readdirSync(this.directory)
        .sort()
        .map((name) => `> ${name}`),
    cat: (file) =>
      fs
        .readFileSync(file, 'utf8')
        .replace(/\n$/, '')
        .split('\n')
        .map((text) => `> ${text.replaceAll('\r', '\\r')}`),
    count: (file) => [`> ${fs.readFileSync(file, 'utf8').split('\n').length - 1} lines`],
    mode: (file) => [`> ${(fs.statSync(file).mode & 0o777).toString(8)}`],
    write: (rest) => {
      const [file = '', ...words] = rest.split(' ');
      fs.writeFileSync(file, words.join(' ').replaceAll('\\n', '\n').replaceAll('\\0', '\0'));
    },
    append: (rest) => {
      const [file = '', ...words] = rest.split(' ');
      fs.appendFileSync(file, words.join(' '));
    },
    rm: (file) => {
      fs.rmSync(file, { recursive: true });
    },
    mkdir: (file) => {
      fs.mkdirSync(file);
    },
    truncate: (rest) => {
      const [file = '', length] = rest.split(' ');
      fs.truncateSync(file, Number(length));
    },
    cp: (rest) => {
      fs.copyFileSync(...(rest.split(' ') as [string, string]));
    },
    mv: (rest) => {
      fs.renameSync(...(rest.split(' ') as [string, string]));
    },
    ln: (rest) => {
      fs.symlinkSync(...(rest.split(' ') as [string, string]));
    },
    chmod: (rest) => {
      const [mode = '', file = ''] = rest.split(' ');
      fs.chmodSync(file, Number.parseInt(mode, 8));
    },
    umask: (mode) => void process.umask(Number.parseInt(mode, 8)),
  };
}
