import { createTransport } from '../../../../src/service/transport/transport';
import type { Transport } from '../../../../src/service/transport/types';
import { serveIsolated } from '../../credentials/isolated';
import type { IsolatedSettings } from '../../credentials/isolated';
import { FaultServer } from '../../net/faultServer';
import { plainSettings } from '../writePath';
import type { Breach, ProofResult } from '../../proof';
import { Random } from '../../random';
import { statesAfter } from './diskStates';
import { judgeState } from './judge';
import { recorder } from './recordedDisk';
import { record } from './scenarios';
import type { Answer, Recording, Scenario } from './scenarios';

const mostBreaches = 5;
/** Share of the states that a quick run checks while a line is being written; elsewhere there are few, and all are checked. */
const quickShare = 0.005;
const fewStates = 8;
/** The same share for a full run: all states of undisturbed histories, a sample of the many with a killed window. */
const fullShare = { undisturbed: 1, killed: 0.05 };

interface Tally {
  states: number;
  points: number;
  recordings: number;
  rotations: number;
  kills: number;
  readonly breaches: Breach[];
}

const answers: readonly Answer[] = ['accepted', 'refused', 'asked', 'garbled'];

/** The very first change, later ones, and those that begin the next file; each undisturbed and after a killed window. */
function* scenarios(quick: boolean): Generator<Scenario> {
  for (const before of [0, 1, 2, 3, 4, 5]) {
    yield { before, answer: answers[before % answers.length] ?? 'accepted' };
    if (quick && before % 4 !== 0) continue;
    for (let killedAfter = 1; ; killedAfter += quick ? 3 : 1) {
      const next = { before, answer: answers[killedAfter % answers.length] ?? 'accepted', killedAfter };
      yield next;
      if (killedAfter > mostSteps) break;
    }
  }
}

/** A change takes no more disk steps than this; a window that is to be killed later reaches its end. */
const mostSteps = 24;

async function judgeRecording(
  recording: Recording,
  scenario: Scenario,
  share: number,
  random: Random,
  wire: Wire,
  tally: Tally,
): Promise<void> {
  const { steps, from, root } = recording;
  for (let end = from; end <= steps.length && tally.breaches.length < mostBreaches; end += 1) {
    const done = steps.slice(0, end);
    tally.points += 1;
    let number = 0;
    const states = [...statesAfter(done, root)];
    for (const state of states) {
      number += 1;
      if (states.length > fewStates && !random.chance(share)) continue;
      tally.states += 1;
      const [problem] = await judgeState(recording, done, state, wire.server, wire.transport);
      if (problem === undefined) continue;
      const sizes = [...state].map(([path, bytes]) => `${path.slice(root.length + 1)}: ${String(bytes.length)} bytes`);
      tally.breaches.push({
        summary: `power lost after step ${String(end - from)}: ${problem}`,
        replay: { scenario, step: end - from, state: number, files: sizes },
      });
      return;
    }
  }
}

interface Wire {
  readonly server: FaultServer;
  readonly transport: Transport;
}

/** With a disk that is never asked to make names or bytes durable, the proof must fail; otherwise it proves nothing. */
async function selfTest(wire: Wire): Promise<readonly Breach[]> {
  const overlooked: Breach[] = [];
  for (const forgotten of ['syncFolder', 'syncFile'] as const) {
    recorder.forgets = forgotten;
    const scenario: Scenario = { before: 0, answer: 'accepted' };
    const recording = await record(scenario, wire.server, wire.transport);
    recorder.forgets = 'nothing';
    const tally: Tally = { states: 0, points: 0, recordings: 0, rotations: 0, kills: 0, breaches: [] };
    await judgeRecording(recording, scenario, quickShare, new Random(1), wire, tally);
    if (tally.breaches.length === 0) overlooked.push({ summary: `the proof overlooks a missing ${forgotten}`, replay: {} });
  }
  return overlooked;
}

async function prove({ seed, quick }: IsolatedSettings, progress: (done: number) => void): Promise<ProofResult> {
  const server = await FaultServer.start();
  const transport = createTransport({ settings: () => plainSettings });
  const wire = { server, transport };
  const tally: Tally = { states: 0, points: 0, recordings: 0, rotations: 0, kills: 0, breaches: [...(await selfTest(wire))] };
  const random = new Random(seed);
  for (const scenario of scenarios(quick)) {
    if (tally.breaches.length >= mostBreaches) break;
    const recording = await record(scenario, server, transport);
    if (scenario.killedAfter !== undefined && !recording.wasKilled) continue;
    tally.recordings += 1;
    tally.kills += recording.wasKilled ? 1 : 0;
    const fresh = recording.steps.slice(recording.from).filter(({ kind }) => kind === 'file').length;
    tally.rotations += scenario.before > 0 && fresh > 0 ? 1 : 0;
    const share = quick ? quickShare : recording.wasKilled ? fullShare.killed : fullShare.undisturbed;
    await judgeRecording(recording, scenario, share, random, wire, tally);
    progress(tally.states);
  }
  if (tally.rotations === 0) tally.breaches.push({ summary: 'no scenario began another file', replay: {} });
  await transport.close();
  await server.close();
  return {
    tried: `${String(tally.states)} states of the disk after loss of power at ${String(tally.points)} points of ${String(tally.recordings)} histories, ${String(tally.rotations)} with another file begun, ${String(tally.kills)} after a killed window`,
    found: `${String(tally.breaches.length)} durable lines lost, requests without an intent, chains broken or orders not shown as open`,
    cases: tally.states,
    breaches: tally.breaches,
  };
}

serveIsolated(prove);
