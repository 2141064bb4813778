import type { Command } from 'commander';
import { commands, loaded } from '../../../src/cli/commands/commands';
import { createProgram } from '../../../src/cli/options/program';
import { recorder } from './terminal';

/** Every command with its options, as help shows it. */
export const allCommands = async (): Promise<ReadonlyArray<Command>> =>
  createProgram(
    { stdout: recorder(), stderr: recorder(), env: {} },
    commands,
    await loaded(() => true),
    () => undefined,
  ).commands;
