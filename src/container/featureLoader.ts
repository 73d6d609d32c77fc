import type { Lifetime } from '../app/platform/lifetime';
import type { FeatureName } from '../ui/platform/ids';
import type { Core } from './core';
import { features } from './features';

type Loadable = keyof typeof features;

/** Composes features on their first use, each once; a failed attempt is not remembered. */
export class FeatureLoader {
  readonly #loading = new Map<Loadable, Promise<void>>();

  constructor(
    private readonly core: Core,
    private readonly lifetime: Lifetime,
  ) {}

  async load(feature: FeatureName): Promise<void> {
    if (feature === 'session' || feature === 'welcome') return;
    const begun = this.#loading.get(feature) ?? this.#compose(feature);
    this.#loading.set(feature, begun);
    try {
      await begun;
    } catch (error) {
      this.#loading.delete(feature);
      throw error;
    }
  }

  async loadAll(): Promise<void> {
    for (const feature of Object.keys(features).filter(isLoadable)) await this.load(feature);
  }

  async #compose(feature: Loadable): Promise<void> {
    const compose = await features[feature]();
    if (this.lifetime.isDisposed) return;
    await compose(this.core, this.lifetime);
  }
}

function isLoadable(name: string): name is Loadable {
  return name in features;
}
