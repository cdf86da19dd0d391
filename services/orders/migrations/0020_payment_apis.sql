-- By which API of the provider an order is paid and a card was registered, and how the member wants to pay in the window. The
-- version before knows only V1, which is the default.
-- Constraints are not validated, which would read whole tables while payments wait: all rows have the default.
alter table orders add column api text not null default 'v1', add column pay_method text;
alter table orders add constraint orders_api_check check (api in ('v1', 'v2', 'both')) not valid;
alter table cards add column api text not null default 'v1';
alter table cards add constraint cards_api_check check (api in ('v1', 'v2')) not valid;
