-- 홍 길동 and 홍길동 are one name to whoever looks for it: spaces take no part in the search.
alter table members alter column name_grams set expression as (grams_of(replace(name, ' ', '')));
