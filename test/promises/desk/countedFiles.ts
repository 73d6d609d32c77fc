import { EventEmitter } from 'node:events';
import * as promises from 'node:fs/promises';
import { OpenFile } from './filesAtOnce';
import { procStat } from './life';
import type { Life } from './life';
import type { Machine } from './machine';

type Call = (this: unknown, ...values: unknown[]) => unknown;

/** `node:fs/promises` on the real disk: the machine knows of each call in progress, and each call is a step of a life. */
export function countedFiles(machine: Machine, life: Life, replaced: Partial<typeof promises> = {}): object {
  return counted(machine, life, { ...promises, ...replaced });
}

function counted<T extends object>(machine: Machine, life: Life, target: T): T {
  const wrapped = new Map<PropertyKey, unknown>();
  return new Proxy(target, {
    get: (from, key) => {
      const known = wrapped.get(key);
      if (known !== undefined) return known;
      const value: unknown = Reflect.get(from, key, from);
      // Nothing may seem to be done that is not. The program may catch it and do without.
      if (from instanceof OpenFile && typeof key === 'string' && key !== 'then' && !(key in from)) {
        machine.lacks.push(key);
        throw new Error(`the stand-in for open files has no ${key}`);
      }
      if (typeof value !== 'function') return value;
      const call = async (...values: readonly unknown[]): Promise<unknown> => {
        const stat = key === 'readFile' ? procStat(values[0]) : undefined;
        if (stat !== undefined) return stat;
        return take(machine, life, () => (value as Call).apply(from, [...values]));
      };
      wrapped.set(key, call);
      return call;
    },
  });
}

/** Takes a step; a dead process never gets its result. */
async function take(machine: Machine, life: Life, act: () => unknown): Promise<unknown> {
  let begun: unknown;
  const taken = life.take(() => (begun = act()));
  if (begun instanceof Promise) {
    const result: unknown = await machine.during(
      begun.then(
        (value: unknown) => ({ value }),
        (error: unknown) => ({ error }),
      ),
    );
    // The process may have ended while the disk was at work.
    if (taken === undefined || life.isDead) {
      const late: unknown = isFailure(result) ? undefined : (result as { readonly value: unknown }).value;
      if (isHandle(late)) void late.close().catch(() => undefined);
      return never();
    }
    if (isFailure(result)) throw result.error;
    const value: unknown = (result as { readonly value: unknown }).value;
    // The system closes the files of a dead process.
    if (isHandle(value)) {
      const undo = life.onDeath(() => void value.close().catch(() => undefined));
      if (value instanceof EventEmitter) value.once('close', undo);
    }
    return isHandle(value) ? counted(machine, life, value) : value;
  }
  return taken === undefined ? never() : taken.result;
}

async function never(): Promise<never> {
  return new Promise(() => undefined);
}

function isFailure(value: unknown): value is { readonly error: Error } {
  return typeof value === 'object' && value !== null && 'error' in value;
}

function isHandle(value: unknown): value is promises.FileHandle {
  return typeof value === 'object' && value !== null && 'fd' in value && 'datasync' in value;
}
