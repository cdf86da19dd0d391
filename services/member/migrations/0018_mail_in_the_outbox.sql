-- The outbox of development holds mail, too: `recipient` is then an address.
alter table sms_outbox add column subject text;
