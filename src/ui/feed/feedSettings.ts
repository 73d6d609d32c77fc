import type { FeedSettings } from '../../app/feed/feedAddresses';
import { Emitter } from '../../app/platform/emitter';
import type { Disposable } from '../../app/platform/ports';
import { onSettingChange, readSetting } from '../platform/settings';

/** The settings of the feeds, read from the editor's configuration. */
export function feedSettings(): FeedSettings & Disposable {
  const changed = new Emitter<undefined>();
  const fire = (): void => changed.fire(undefined);
  const subscriptions = [onSettingChange('service.quoteFeedUrl', fire), onSettingChange('service.tradeFeedUrl', fire)];
  return {
    url: (feed) => readSetting(feed === 'quote' ? 'service.quoteFeedUrl' : 'service.tradeFeedUrl'),
    onDidChange: (listener) => changed.event(() => listener()),
    dispose: () => {
      for (const subscription of subscriptions) subscription.dispose();
      changed.dispose();
    },
  };
}
