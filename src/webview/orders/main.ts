import { startPage } from '../shared/host';
import { OrdersPage } from './page';

startPage(OrdersPage);
