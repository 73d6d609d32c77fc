import { focusFirstWhenNowhere } from '../shared/focus';
import { startPage } from '../shared/host';
import { WatchlistPage } from './page';

startPage(WatchlistPage);
focusFirstWhenNowhere();
