-- Browser and system with which an administrator signed in, as its list of sessions shows them; null if they are unknown.
alter table sessions add column device text;
