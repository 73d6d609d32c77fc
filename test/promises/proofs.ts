import { proof18 } from './agents/proof18';
import { proposalRaces } from './agents/proposalRaces';
import { proof9 } from './clock/proof9';
import { proof3 } from './crash/proof3';
import { proof6 } from './credentials/proof6';
import { proof7 } from './credentials/proof7';
import { proof8 } from './credentials/proof8';
import { proof14 } from './feeds/proof14';
import { proof11 } from './fuzz/proof11';
import { marketProof } from './market/marketProof';
import type { Proof, SharedProof } from './proof';
import { stopProof } from './stop/stopProof';
import { exitProof } from './whole/exit/exitProof';
import { stampProof } from './whole/clock/stampProof';
import { drawnProof } from './whole/drawn/drawnProof';
import { followProof } from './whole/follow/followProof';
import { damageProof } from './whole/journal/damageProof';
import { fileFaultProof } from './whole/journal/fileFaultProof';
import { killProof } from './whole/journal/killProof';
import { raceProof } from './whole/journal/raceProof';
import { joined } from './whole/joined';
import { listProof, pastListProof } from './whole/lists/listProof';
import { readProof } from './whole/reads/readProof';
import { ticketProofs } from './whole/tickets/ticketProof';

/** All proofs in the order of the promises; proofs of parts follow those of the whole program. */
export const proofs: readonly (Proof | SharedProof)[] = [
  ticketProofs,
  joined(3, killProof.promise, [killProof, damageProof, fileFaultProof, proof3]),
  raceProof,
  proof6,
  proof7,
  proof8,
  joined(9, proof9.promise, [stampProof, proof9]),
  listProof,
  joined(11, proof11.promise, [proof11, drawnProof]),
  readProof,
  followProof,
  proof14,
  stopProof,
  pastListProof,
  joined(18, proof18.promise, [proof18, proposalRaces]),
  exitProof,
  marketProof,
];
