-- Of databases that had 0013_subscription_and_use_figures.sql of 0.1.0 or 0.2.0. In a file of its own: the lock excludes readers of
-- user_products, too, and must not be waited for with the locks of another migration.
drop index if exists subscriptions_started;
