import { LitElement } from 'lit';

/** A component without a shadow root: the page's own style sheet applies to it, and IDs for assistive technology work. */
export class PageElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/** Drawn once per frame, however many messages arrive before it, and not at all while hidden. */
export class FrameElement extends PageElement {
  protected override async scheduleUpdate(): Promise<void> {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await super.scheduleUpdate();
  }
}
