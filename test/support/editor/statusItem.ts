/** `window.createStatusBarItem`. */
export class StatusItem {
  name: string | undefined;
  text = '';
  tooltip: string | { readonly value: string } | undefined;
  accessibilityInformation: { readonly label: string } | undefined;
  command: string | { readonly command: string; readonly arguments?: readonly unknown[] } | undefined;
  color: unknown;
  backgroundColor: { readonly id: string } | undefined;
  isShown = false;

  constructor(
    readonly id: string,
    readonly alignment: number,
    readonly priority: number,
    private readonly gone: (item: StatusItem) => void,
  ) {}

  /** What is shown under the pointer. */
  get hover(): string {
    return typeof this.tooltip === 'object' ? this.tooltip.value : (this.tooltip ?? '');
  }

  show(): void {
    this.isShown = true;
  }

  hide(): void {
    this.isShown = false;
  }

  dispose(): void {
    this.isShown = false;
    this.gone(this);
  }
}
