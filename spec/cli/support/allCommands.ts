import type { Command } from 'commander';
import { loaded } from '../../../src/cli/commands/commands';
import { createProgram } from '../../../src/cli/run';
import { recorder } from './terminal';

/** Every command with its options, as help shows it. */
export const allCommands = async (): Promise<ReadonlyArray<Command>> =>
  createProgram(
    { stdout: recorder(), stderr: recorder(), env: {} },
    () => undefined,
    await loaded(() => true),
  ).commands;
