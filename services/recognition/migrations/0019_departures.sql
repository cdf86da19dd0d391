-- When cars left: what ends a visit, and between which reads there is more than one.
create index departures on reads (car_number, recognized_at) where rejected = 'direction';
