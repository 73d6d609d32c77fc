import { focusFirstWhenNowhere } from '../shared/focus';
import { startPage } from '../shared/host';
import { OrdersPage } from './page';

startPage(OrdersPage);
focusFirstWhenNowhere();
