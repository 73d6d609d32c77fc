import { focusFirstWhenNowhere } from '../shared/focus';
import { startPage } from '../shared/host';
import { HistoryPage } from './page';

startPage(HistoryPage);
focusFirstWhenNowhere();
