import { expect } from 'chai';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inDirectory } from '../support/inDirectory';
import { readTranscript, type Scenario, Stage, writeTranscript } from './support/transcript';

const folder = join(__dirname, 'transcripts');

/** Writes what is printed now into the transcripts: look at the difference before you keep it. */
const isAccepting = process.env.PAGEWALK_ACCEPT !== undefined;

const play = ({ title, steps }: Scenario): Promise<Scenario> =>
  inDirectory(async (directory) => {
    const stage = new Stage(directory);
    const played: Array<Scenario['steps'][number]> = [];
    try {
      for (const { line } of steps) played.push({ line, printed: await stage.run(line) });
      return { title, steps: played };
    } finally {
      await stage.close();
    }
  });

for (const name of readdirSync(folder)) {
  const file = join(folder, name);
  const scenarios = readTranscript(readFileSync(file, 'utf8'));

  describe(`the transcript ${name}`, () => {
    const played: Array<Scenario> = [];
    for (const scenario of scenarios) {
      it(scenario.title, async () => {
        const result = await play(scenario);
        played.push(result);
        if (!isAccepting) expect(writeTranscript([result])).to.equal(writeTranscript([scenario]));
      });
    }
    after(() => {
      if (isAccepting && played.length === scenarios.length)
        writeFileSync(file, writeTranscript(played));
    });
  });
}
