/** The attempt that a row of the Orders view stands for. */
export class AttemptSubject {
  constructor(readonly root: string) {}
}
