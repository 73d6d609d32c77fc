import { LitElement } from 'lit';

/** A component without a shadow root: the page's own style sheet reaches it, and ids for assistive technology work. */
export class PageElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/** Drawn once a frame, however many messages come before it, and not at all while nobody sees it. */
export class FrameElement extends PageElement {
  protected override async scheduleUpdate(): Promise<void> {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await super.scheduleUpdate();
  }
}
