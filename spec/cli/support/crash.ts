import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isRestarted } from '../../../src/cli/document/Writing';
import { type FormatName, formats } from '../../../src/cli/formats/formats';
import { type Properties, type ServiceOptions, startService } from '../../../src/service';
import type { Random } from '../../../src/service/store/random';
import { bookmarkIn, pagesIn } from './bookmarks';
import { bin } from './bin';
import { killAtStep } from './steps';

/** A walk that is to be killed. */
export interface Victim {
  readonly command: 'list' | 'search';
  readonly format: FormatName;
  readonly options: ReadonlyArray<string>;
  readonly objects: ReadonlyArray<Properties>;
  readonly kills: number;
  /** The most requests that a run is left alive for. */
  readonly longest: number;
  readonly faults: ServiceOptions['faults'];
}

/** What its kills met. */
export interface Damage {
  kills: number;
  /** Kills of a run that had written pages of its own and was not at its end. */
  midway: number;
  /** Kills between the text of a page and its bookmark. */
  torn: number;
  /** Kills of a walk that had begun again. */
  again: number;
}

const token = 'open-sesame';

const start = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_OPTIONS: '', PAGEWALK_TOKEN: token, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stderr }));
  return { child, ended };
};

/** All objects in a document of a format. */
const documentOf = (objects: ReadonlyArray<Properties>, format: FormatName): string => {
  const { add, end } = formats[format].begin();
  return add(objects.map((properties) => ({ properties }))) + end();
};

/**
 * Kills the command line at random moments, runs it again each time and at last to its end, and expects that it has
 * written what is in the store. Some kills come from outside, some requests and a moment after the start; others
 * before a step that changes the disk, or in its middle.
 */
export const crash = async (victim: Victim, random: Random, directory: string): Promise<Damage> => {
  const { command, format, options, objects, longest } = victim;
  const [out, place, killer] = ['out', 'place', 'killer.cjs'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(killer, killAtStep);
  const answered = { count: 0, tell: (): void => undefined };
  const service = await startService({
    objects: { badge: objects },
    maxPageSize: 5,
    token,
    faults: victim.faults,
    onRequest: () => {
      answered.count += 1;
      answered.tell();
    },
  });
  const args = [
    ...[bin(), command, '--base-url', service.url, '--format', format, '--out', out, '--resume', place],
    ...[...options, '--quiet', ...(command === 'list' ? [service.ontologyRid] : ['--api-family', service.apiFamily])],
    'badge',
  ];

  const killFromOutside = async (requests: number, moment: number) => {
    answered.count = 0;
    const { child, ended } = start(args, {});
    const reached = new Promise<void>((resolve) => {
      answered.tell = () => {
        if (answered.count >= requests) resolve();
      };
    });
    await Promise.race([reached.then(() => pause(moment)), ended]);
    child.kill('SIGKILL');
    return ended;
  };
  const killAt = (step: number) => start(['--require', killer, ...args], { PAGEWALK_SPEC_STEP: String(step) }).ended;

  const expectWhole = (): void => {
    expect(readFileSync(out, 'utf8')).to.equal(documentOf(objects, format));
  };

  const damage: Damage = { kills: 0, midway: 0, torn: 0, again: 0 };
  try {
    let pages = 0;
    for (let runs = 0; damage.kills < victim.kills && runs < 2 * victim.kills; runs += 1) {
      const [style, requests, moment] = [random(), 1 + Math.floor(random() * longest), random() * 20];
      const { code, stderr } = await (style < 0.3
        ? killAt(requests * 7 + Math.floor(moment))
        : killFromOutside(requests, moment));
      if (code !== null) {
        // It was faster than the kill, and the next run begins anew; or its walk began again too often in vain.
        if (code === 0) {
          expectWhole();
          pages = 0;
        } else expect(stderr).to.match(/PageTokenExpired.*\n.*\n.*run the same command again/);
        continue;
      }
      damage.kills += 1;
      const kept = bookmarkIn(place);
      if (kept === undefined) continue;
      if (kept.written.pages > pages) damage.midway += 1;
      if ((statSync(`${out}.part`, { throwIfNoEntry: false })?.size ?? 0) > kept.written.bytes) damage.torn += 1;
      if (isRestarted(kept.course) && pagesIn(place) > 0) damage.again += 1;
      pages = kept.written.pages;
    }
    service.setFaults([]);
    const { code, stderr } = await start(args, {}).ended;
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect((await readdir(directory)).sort()).to.deep.equal(['killer.cjs', 'out']);
    expectWhole();
    return damage;
  } finally {
    await service.close();
  }
};
