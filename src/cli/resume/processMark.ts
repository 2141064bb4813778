import { readFileSync } from 'node:fs';

/** Whether there is no process of this number. */
export const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
};

/**
 * What tells a process from a later one of the same number: the boot it belongs to, and when it started. Only Linux says
 * so; elsewhere it is empty.
 */
export const processMark = (pid: number): string => {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may hold anything; the start is the twentieth field after it.
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    return `${boot} ${started}`;
  } catch {
    return '';
  }
};
