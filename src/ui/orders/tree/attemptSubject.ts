/** The attempt of a row in the Orders view. */
export class AttemptSubject {
  constructor(readonly root: string) {}
}
