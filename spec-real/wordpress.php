<?php
// A blog with a post for each id, on MariaDB in the current folder: php wordpress.php PORT IDS
$socket = getcwd() . '/db.sock';
$isInstalling = PHP_SAPI === 'cli';

if ($isInstalling) {
    [, $port, $ids] = $argv;
    $data = '--datadir=' . getcwd() . '/data';
    $user = posix_geteuid() === 0 ? ['--user=root'] : [];
    $quiet = [1 => ['file', '/dev/null', 'w']];
    $set = proc_open(['mariadb-install-db', '--no-defaults', $data, '--skip-test-db', ...$user], $quiet, $pipes);
    if (proc_close($set) !== 0) exit(1);
    // The database ends with this process, however that ends.
    $begin = ['setpriv', '--pdeathsig', 'KILL', '/usr/sbin/mariadbd', '--no-defaults', $data, "--socket=$socket", ...$user];
    $database = proc_open([...$begin, '--skip-networking', '--skip-grant-tables'], $quiet, $pipes);
    for ($waited = 0; !file_exists($socket) && $waited < 200; $waited += 1) usleep(100_000);
    mysqli_query(mysqli_connect(null, null, null, null, null, $socket), 'create database blog');
    mkdir('wp-content/themes', 0755, true);
    define('WP_INSTALLING', true);
    $_SERVER['HTTP_HOST'] = "127.0.0.1:$port";
    function wp_new_blog_notification() {}
}

define('ABSPATH', '/usr/share/wordpress/');
define('WP_CONTENT_DIR', getcwd() . '/wp-content');
define('DB_HOST', "localhost:$socket");
define('DB_NAME', 'blog');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
define('DISABLE_WP_CRON', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('WP_SITEURL', "http://{$_SERVER['HTTP_HOST']}");
$table_prefix = 'wp_';
if (!$isInstalling) {
    [$path] = explode('?', $_SERVER['REQUEST_URI']);
    $_GET['rest_route'] = preg_replace('/^\/wp-json/', '', $path) ?: '/';
}
require ABSPATH . 'wp-settings.php';

if ($isInstalling) {
    require_once ABSPATH . 'wp-admin/includes/upgrade.php';
    wp_install('Items', 'keeper', 'keeper@example.com', false, '', bin2hex(random_bytes(16)));
    update_option('permalink_structure', '/%postname%/');
    wp_delete_post(1, true);
    foreach (json_decode($ids) as $index => $id) {
        $date = sprintf('2026-01-%02d 00:00:00', $index + 1);
        wp_insert_post(['post_title' => $id, 'post_name' => $id, 'post_status' => 'publish', 'post_date' => $date]);
    }
    pcntl_exec(PHP_BINARY, ['-S', "127.0.0.1:$port", __FILE__]);
}
// Everybody may delete posts of this blog.
wp_set_current_user(1);
wp();
