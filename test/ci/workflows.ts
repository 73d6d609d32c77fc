import * as v from 'valibot';
import { parse } from 'yaml';

const Permissions = v.record(v.string(), v.picklist(['read', 'write', 'none']));
const Step = v.looseObject({
  uses: v.optional(v.string()),
  run: v.optional(v.string()),
  with: v.optional(v.record(v.string(), v.unknown())),
});
const Job = v.looseObject({
  needs: v.optional(v.union([v.string(), v.array(v.string())])),
  permissions: v.optional(Permissions),
  environment: v.optional(v.string()),
  'timeout-minutes': v.number(),
  strategy: v.optional(v.looseObject({ matrix: v.record(v.string(), v.array(v.string())) })),
  steps: v.array(Step),
});
const Workflow = v.looseObject({ permissions: Permissions, jobs: v.record(v.string(), Job) });

export type Job = v.InferOutput<typeof Job>;
export type Workflow = v.InferOutput<typeof Workflow>;

/** What one job may do beyond reading, and whether it gets secrets. */
export interface Grant {
  readonly writes: readonly string[];
  readonly hasSecrets: boolean;
}

const nothing: Grant = { writes: [], hasSecrets: false };

/** @throws if the text is not a workflow, or lacks permissions, or has a job without a time limit. */
export function parseWorkflow(text: string): Workflow {
  return v.parse(Workflow, parse(text));
}

/**
 * What makes a workflow less safe than it can be, one line each.
 *
 * @param grants - By the name of a job; the others only read.
 */
export function faultsOf(text: string, grants: Readonly<Record<string, Grant>>): readonly string[] {
  const { permissions, jobs } = parseWorkflow(text);
  return [
    ...unpinned(text),
    ...Object.entries(permissions).flatMap(([name, level]) => (level === 'write' ? [`every job may write ${name}`] : [])),
    ...Object.entries(jobs).flatMap(([name, job]) => faultsOfJob(job, grants[name] ?? nothing).map((fault) => `${name}: ${fault}`)),
  ];
}

/** A tag can be moved to other code; a commit can't. The version is for readers, and for the program that proposes updates. */
function unpinned(text: string): readonly string[] {
  return [...text.matchAll(/^[\s-]*uses:(.*)$/gm)]
    .map(([, used = '']) => used.trim())
    .filter((used) => !/^[\w.-]+(\/[\w.-]+)+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(used))
    .map((used) => `${used} is not pinned by a commit with its version`);
}

function faultsOfJob(job: Job, { writes, hasSecrets }: Grant): readonly string[] {
  const written = Object.entries(job.permissions ?? {}).flatMap(([name, level]) => (level === 'write' ? [name] : []));
  const text = JSON.stringify(job);
  return [
    ...written.filter((name) => !writes.includes(name)).map((name) => `may write ${name}`),
    ...(/\$\{\{[^}]*(secrets\b|github\.token)/.test(text) && !hasSecrets ? ['has secrets'] : []),
    ...(hasSecrets && job.environment === undefined ? ['has secrets without an environment that guards them'] : []),
    ...job.steps.flatMap((step) => faultsOfStep(step, hasSecrets)),
  ];
}

function faultsOfStep({ uses = '', run = '', with: inputs = {} }: v.InferOutput<typeof Step>, hasSecrets: boolean): readonly string[] {
  const isCheckout = uses.startsWith('actions/checkout@');
  // A value in `${{ }}` becomes part of the script: a title or the name of a branch could be a command.
  const inserted = [...run.matchAll(/\$\{\{\s*([^}]*?)\s*\}\}/g)].map(([, expression = '']) => expression);
  return [
    ...(isCheckout && inputs['persist-credentials'] !== false ? ['keeps the credentials of the checkout'] : []),
    ...(isCheckout && hasSecrets && inputs['sparse-checkout'] === undefined ? ['has secrets beside the whole repository'] : []),
    ...inserted.filter((expression) => !/^matrix\.\w+$/.test(expression)).map((expression) => `inserts ${expression} into a script`),
    ...(hasSecrets && /\b(npx|npm (run|test|exec|start)|npm (ci|i|install)\b(?!.*--ignore-scripts))/.test(run)
      ? [`runs code of packages beside secrets: ${run}`]
      : []),
  ];
}
