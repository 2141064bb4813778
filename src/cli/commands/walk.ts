import { Command } from 'commander';
import * as E from 'fp-ts/Either';
import type { StreamFlags } from '../document/Writing';
import { bodySecrets, readAddress, secretsIn } from '../describe/address';
import { anyWalk, readTarget } from '../describe/anyWalk';
import { look } from '../describe/look';
import { isUnsaid, type SchemeFlags } from '../describe/SchemeFlags';
import { complain } from '../terminal/Complaint';
import type { Job } from '../terminal/Io';
import { addExchangeOptions } from './options';
import { addMarkOptions, addSchemeOptions, schemeHelp, walkExamples } from './schemeOptions';
import { addStreamOptions, streamJob } from './streamJob';

type WalkFlags = StreamFlags & SchemeFlags;

/** `walk`: reads any paginated API, or looks at its first response if the options do not say how it is paged. */
const walkJob =
  (url: string, given: WalkFlags): Job =>
  async (io) => {
    const address = readAddress(url);
    if (E.isLeft(address)) return complain(io, address.left);
    const target = await readTarget(address.right, given);
    if (E.isLeft(target)) return complain(io, target.left);
    const secrets = [...secretsIn(address.right), ...bodySecrets(target.right.body)];
    const flags = { ...given, baseUrl: address.right.origin, secrets, bare: true };
    if (isUnsaid(flags)) return look(target.right, flags, io);
    return streamJob(flags, () => anyWalk(target.right, flags))(io);
  };

export const walkCommand = (choose: (job: Job) => void): Command =>
  addStreamOptions(
    addExchangeOptions(
      addMarkOptions(
        addSchemeOptions(
          new Command('walk')
            .description('Writes every item of any paginated API.')
            .argument('<URL>', 'the address of the first page')
            .addHelpText('before', walkExamples)
            .addHelpText('after', schemeHelp),
        ),
      ),
    ),
  ).action((url: string, flags: WalkFlags) => choose(walkJob(url, flags)));
