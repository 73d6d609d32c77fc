import * as v from 'valibot';
import { accountKinds } from '../session/accounts/accounts';
import { checked } from '../languageTools/readTool';

const Text = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(200));
const Side = v.pipe(
  Text,
  v.transform((side) => side.toUpperCase()),
);
const Values = { qty: v.optional(Text), price: v.optional(Text), auxPrice: v.optional(Text) };
const Action = v.object({ action: v.optional(v.picklist(['change', 'new', 'cancel']), 'change') });
/** A paper account may have the same number as a live one. */
const InAccount = { accountId: Text, accountKind: v.optional(v.picklist(accountKinds)) };
const Change = v.object({ ...InAccount, orderId: Text, exchange: v.optional(Text), ...Values });
const Cancel = v.object({ ...InAccount, orderId: Text, exchange: v.optional(Text) });
const New = v.object({
  ...{ ...InAccount, symbol: Text, side: Side, ...Values },
  ...{ orderType: v.optional(Text), timeInForce: v.optional(Text) },
});

/** What a program proposes for the user to review; the order rules are still to be checked. */
export type OrderProposal =
  | ({ readonly action: 'change' } & v.InferOutput<typeof Change>)
  | ({ readonly action: 'new' } & v.InferOutput<typeof New>)
  | ({ readonly action: 'cancel' } & v.InferOutput<typeof Cancel>);

/** @throws {@link InvalidInputError} naming the field that is wrong. Unknown fields are left out. */
export function readProposal(input: unknown): OrderProposal {
  const { action } = checked(Action, input);
  switch (action) {
    case 'change':
      return { action, ...checked(Change, input) };
    case 'new':
      return { action, ...checked(New, input) };
    case 'cancel':
      return { action, ...checked(Cancel, input) };
  }
}
