import type { ConnectionSettings } from '../../../app/session/connectionStore';
import { Emitter } from '../../../app/platform/emitter';
import type { Disposable } from '../../../app/platform/ports';
import { onSettingChange, readSetting } from '../settings';

/** The settings that choose a service, read from the editor's configuration. */
export function connectionSettings(): ConnectionSettings & Disposable {
  const changed = new Emitter<undefined>();
  const fire = (): void => changed.fire(undefined);
  const subscriptions = [onSettingChange('service.url', fire), onSettingChange('service.authentication', fire)];
  return {
    url: () => readSetting('service.url'),
    authentication: () => readSetting('service.authentication'),
    onDidChange: (listener) => changed.event(() => listener()),
    dispose: () => {
      for (const subscription of subscriptions) subscription.dispose();
      changed.dispose();
    },
  };
}
