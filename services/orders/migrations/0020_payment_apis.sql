-- By which API of the provider an order is paid and a card was registered, and how the member wants to pay in the window. The
-- version before knows only V1, which is the default.
alter table orders add column api text not null default 'v1' check (api in ('v1', 'v2', 'both')), add column pay_method text;
alter table cards add column api text not null default 'v1' check (api in ('v1', 'v2'));
