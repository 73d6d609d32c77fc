import { registerOrdersPage } from '../../../ui/orders/page/registerOrdersPage';
import type { Compose } from '../../core';

export const composeOrdersPage: Compose = (core, lifetime) =>
  void lifetime.own(registerOrdersPage({ ...core, extensionUri: core.context.extensionUri }));
