-- The outbox of development holds notifications and AlimTalk, too.
alter table sms_outbox add column channel text not null default 'sms';
update sms_outbox set channel = 'mail' where subject is not null;
