import { focusFirstWhenNowhere } from '../shared/focus';
import { startPage } from '../shared/host';
import { RecordsPage } from './page';

startPage(RecordsPage);
focusFirstWhenNowhere();
